import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { testProfile } from '../../testing/people';
import { renderInScope } from '../../testing/scope';
import { useScoped } from './scope-context';
import type { SessionState } from './session';
import { createScopeStore, createSessionScope, type SessionScope } from './session-scope';

test('makes one value for each factory, at its first use', () => {
  const scope = createSessionScope();
  const createInner = () => ({ name: 'inner' });
  const createOuter = (own: SessionScope) => ({ inner: own.get(createInner) });
  expect(scope.get(createOuter)).toBe(scope.get(createOuter));
  expect(scope.get(createOuter).inner).toBe(scope.get(createInner));
  expect(createSessionScope().get(createInner)).not.toBe(scope.get(createInner));
});

test('disposes once, in reverse order, also after a disposer that fails', () => {
  const scope = createSessionScope();
  const disposed: string[] = [];
  scope.onDispose(() => disposed.push('first'));
  scope.onDispose(() => {
    throw new Error('failed');
  });
  scope.onDispose(() => disposed.push(scope.signal.aborted ? 'last, aborted' : 'last'));
  expect(() => scope.dispose()).toThrow('failed');
  scope.dispose();
  expect(disposed).toEqual(['last, aborted', 'first']);
});

test('what is made in a disposed scope is disposed at once', () => {
  const scope = createSessionScope();
  scope.dispose();
  const createThing = (own: SessionScope) => {
    const thing = { isStopped: false };
    own.onDispose(() => (thing.isStopped = true));
    return thing;
  };
  expect(scope.get(createThing).isStopped).toBe(true);
});

const signedOut: SessionState = { status: 'signedOut', isOver: false };
const anna = testProfile();
const signedIn = (profile = anna): SessionState => ({ status: 'signedIn', profile });

test.each<[string, SessionState, SessionState, boolean]>([
  ['the first identity is a visitor', { status: 'starting' }, signedOut, false],
  ['the first identity is a user', { status: 'starting' }, signedIn(), false],
  ['a visitor signs in', signedOut, signedIn(), true],
  ['the profile of the user changes', signedIn(), signedIn({ ...anna, name: 'Anna' }), false],
  ['the vault of the user is opened', { status: 'locked', profile: anna, keyVault: '' }, signedIn(), false],
  ['another user signs in', signedIn(), signedIn(testProfile()), true],
  ['the user signs out', signedIn(), signedOut, true],
])('when %s, the scope is replaced: %#', (_, before, after, isReplaced) => {
  const session = createStore<SessionState>(() => before);
  const scopes = createScopeStore(session);
  const scope = scopes.getState();
  session.setState(after, true);
  expect(scopes.getState() !== scope).toBe(isReplaced);
  expect(scope.signal.aborted).toBe(isReplaced);
  expect(scopes.getState().signal.aborted).toBe(false);
});

test('a scope that has ended is replaced by the next state, of the same user too', () => {
  const session = createStore<SessionState>(() => signedIn());
  const scopes = createScopeStore(session);
  const scope = scopes.getState();
  scope.dispose();
  expect(scopes.getState()).toBe(scope);
  session.setState(signedIn(), true);
  expect(scopes.getState()).not.toBe(scope);
});

test('a component gets the value of the scope around it', () => {
  const createName = () => createStore(() => 'Anna');
  function Name() {
    return <p>{useScoped(createName).getState()}</p>;
  }
  renderInScope(<Name />);
  expect(screen.getByText('Anna')).toBeTruthy();
});
