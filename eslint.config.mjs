// What `make lint` checks in JavaScript: the modules of the pages, the script of the report, what tests run in a page.
import js from "@eslint/js";
import globals from "globals";

const rules = {
  ...js.configs.recommended.rules,
  "array-callback-return": "error",
  eqeqeq: "error",
  "no-eval": "error",
  "no-implied-eval": "error",
  "no-promise-executor-return": "error",
  "no-self-compare": "error",
  "no-shadow": "error",
  "no-template-curly-in-string": "error",
  "no-throw-literal": "error",
  "no-unmodified-loop-condition": "error",
  "no-unneeded-ternary": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": "error",
};
const linterOptions = { reportUnusedDisableDirectives: "error" };

export default [
  {
    files: ["src/lackmus/web/static/js/**/*.js"],
    languageOptions: { sourceType: "module", globals: { ...globals.browser, htmx: "readonly" } },
    linterOptions,
    rules,
  },
  {
    files: ["src/lackmus/write/reports/templates/*.js", "tests/browser/*.js"],
    languageOptions: { sourceType: "script", globals: globals.browser },
    linterOptions,
    rules,
  },
];
