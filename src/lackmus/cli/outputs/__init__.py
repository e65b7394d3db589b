"""Commands of `lackmus outputs`, `campaign`, `system` and `template`."""
