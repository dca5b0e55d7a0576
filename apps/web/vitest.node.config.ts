import { configDefaults, defineConfig } from 'vitest/config';
import web, { IN_NODES_REALM } from './vitest.config';

/** The tests of the web app that need processes of their own. */
export default defineConfig({
  ...web,
  test: { ...web.test, name: 'web-node', pool: 'forks', include: IN_NODES_REALM, exclude: configDefaults.exclude },
});
