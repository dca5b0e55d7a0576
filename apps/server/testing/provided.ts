/** Values that the global setup hands to the test files. */
export interface TestDatabase {
  /** The URL of a database on the server of this test run. */
  readonly connectionString: string;
  /** A migrated database with the demo people: each test server gets a copy. */
  readonly template: string;
  /** The folder of the demo pictures. */
  readonly dataDir: string;
  /** The MASTER_KEY that encrypted the demo people's private keys. */
  readonly masterKey: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    readonly database: TestDatabase;
  }
}
