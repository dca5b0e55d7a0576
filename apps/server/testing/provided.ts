/** What the global setup hands to the test files. */
export interface TestDatabase {
  /** The address of a database on the server of this test run. */
  readonly connectionString: string;
  /** A migrated database with the demo people: each test server gets a copy. */
  readonly template: string;
  /** Where the demo pictures are. */
  readonly dataDir: string;
  /** The MASTER_KEY that sealed the demo people's private keys. */
  readonly masterKey: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    readonly database: TestDatabase;
  }
}
