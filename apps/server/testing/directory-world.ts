/** The server of a test file, and a new company with a directory for each of its tests. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { addDirectory, type Directory } from './scim';
import { type SignedInClient, startTestServer, type TestServer } from './start-test-server';

interface DirectoryWorld {
  readonly server: TestServer;
  /** The admin of the company. */
  readonly admin: SignedInClient;
  readonly directory: Directory;
  readonly companyCode: string;
}

/** @returns what its properties are is of the running test */
export function setUpDirectories(): DirectoryWorld {
  const world: { -readonly [Key in keyof DirectoryWorld]?: DirectoryWorld[Key] } = {};
  beforeAll(async () => {
    world.server = await startTestServer();
  });
  beforeEach(async () => {
    if (world.server) Object.assign(world, await addDirectory(world.server));
  });
  afterAll(() => world.server?.close());
  return world as DirectoryWorld;
}
