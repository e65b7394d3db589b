// Requests to the API under /api/v1, with the CSRF token of our pages.
const token = document.querySelector('meta[name="csrf"]')?.content ?? "";

export class Refused extends Error {
  constructor(status, message, answer, after = null) {
    super(message);
    this.status = status;
    this.answer = answer;
    this.after = after; // seconds to wait, if the server says so
  }
}

// The answer as an object; Refused if the server refuses, TypeError if it cannot be reached.
export async function ask(method, path, body, options = {}) {
  const answer = await fetch(`/api/v1${path}`, {
    method,
    headers: { "X-CSRF-Token": token, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
    ...options,
  });
  const told = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) throw new Refused(answer.status, told?.error ?? `The server answered ${answer.status}.`, told, Number(answer.headers.get("Retry-After")) || null);
  return told;
}
