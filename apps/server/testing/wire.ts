/** Calls as they travel: a path, and form fields under their names on the wire. */
import { expect } from 'vitest';
import type { TestClient } from './client';

type Form = Readonly<Record<string, string>>;
type Wire = Readonly<Record<string, unknown>>;

const formOf = (fields: Form) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return body;
};

async function ask(person: TestClient, call: string, fields?: Form) {
  const [method = 'GET', path = ''] = call.split(' ');
  const { json } = await person.raw(path, { method, ...(fields && { body: formOf(fields) }) });
  return json as { readonly result: Wire; readonly data: unknown };
}

/** @param call as in `GET /services/calls`; @returns the data of the response, under its names on the wire */
export async function dataOf<Data = Wire>(person: TestClient, call: string, fields?: Form): Promise<Data> {
  const { result, data } = await ask(person, call, fields);
  expect(result, call).toMatchObject({ success: true, code: 200 });
  return data as Data;
}

/** @returns the code with which the call is refused */
export async function refusalOf(person: TestClient, call: string, fields?: Form): Promise<unknown> {
  const { result } = await ask(person, call, fields);
  expect(result['success'], call).toBe(false);
  return result['code'];
}
