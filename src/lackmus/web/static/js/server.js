// Ask the server: the API under /api/v1, with the token that only our own pages have.
const token = document.querySelector('meta[name="csrf"]')?.content ?? "";

export class Refused extends Error {
  constructor(status, message, answer) {
    super(message);
    this.status = status;
    this.answer = answer;
  }
}

// The answer as an object; Refused if the server says no, TypeError if it cannot be reached.
export async function ask(method, path, body, options = {}) {
  const answer = await fetch(`/api/v1${path}`, {
    method,
    headers: { "X-CSRF-Token": token, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
    ...options,
  });
  const told = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) throw new Refused(answer.status, told?.error ?? `The server answered ${answer.status}.`, told);
  return told;
}
