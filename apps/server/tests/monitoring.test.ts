/** The dashboard and the alert rules, held against the metrics of a running server and against the document. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { places } from '../src/config/places';
import { startTestServer } from '../testing/start-test-server';

const read = (...path: string[]) => readFile(join(places.repository, ...path), 'utf8');

const rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string().regex(/^Earth[A-Z]/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[mh]$/)
            .optional(),
          labels: z.object({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.object({ summary: z.string().min(20) }),
        }),
      ),
    }),
  ),
});
const dashboard = z.object({
  uid: z.literal('earth'),
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});

/** Of Prometheus itself. */
const ITS_OWN = new Set(['up']);

let alerts: z.output<typeof rules>['groups'][number]['rules'];
let expressions: readonly string[];
/** With the suffixes of histograms. */
let served: ReadonlySet<string>;
beforeAll(async () => {
  alerts = rules.parse(parse(await read('deploy', 'monitoring', 'alerts.yaml'))).groups.flatMap((group) => group.rules);
  const { panels } = dashboard.parse(JSON.parse(await read('deploy', 'monitoring', 'dashboard.json')));
  expressions = [...alerts, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);
  // With a lead address, so that there is each queue.
  const server = await startTestServer({ LEADS_URL: 'http://127.0.0.1:9/leads' });
  await server.visitor().raw('/healthz');
  const { text } = await server.visitor().raw('/metrics');
  served = new Set([...text.matchAll(/^([a-z_\d]+)(?:\{| )/gm)].map(([, name = '']) => name));
  await server.close();
}, 60_000);

/** The metrics that an expression selects. @throws if it is no PromQL */
function selected(expression: string): string[] {
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) throw new Error(`No PromQL at ${from}: ${expression}`);
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector') names.push(expression.slice(from, to));
    },
  });
  return names;
}

test('each metric of the dashboard and of the alert rules is served', () => {
  const names = expressions.flatMap(selected);
  expect(new Set(names).size).toBeGreaterThan(12);
  expect(names.filter((name) => !served.has(name) && !ITS_OWN.has(name))).toEqual([]);
});

/** The labels of each metric that an expression selects. */
function matchersOf(expression: string): string[] {
  const found: string[] = [];
  parser.parse(expression).iterate({
    enter({ type, from, to }) {
      if (type.name === 'VectorSelector') found.push(expression.slice(from, to));
    },
  });
  return found;
}

test('the dashboard and the alert rules read metrics of this server only, not those of other programs with the same names', () => {
  const selectors = expressions.flatMap(matchersOf);
  expect(selectors.length).toBeGreaterThan(30);
  expect(selectors.filter((selector) => !selector.includes('job="earth"'))).toEqual([]);
});

test('the share of requests that fail is of people, not of probes', () => {
  const { expr = '' } = alerts.find(({ alert }) => alert === 'EarthErrors') ?? {};
  for (const selector of matchersOf(expr)) expect(selector).toContain('route!~"/healthz|/readyz|/metrics"');
});

test('no server at all is an alert, too', () => {
  const { expr = '' } = alerts.find(({ alert }) => alert === 'EarthDown') ?? {};
  expect(expr).toContain('absent(up{job="earth"})');
});

test('a renamed metric and a broken expression would be found', () => {
  expect(selected('sum(rate(gone_total[5m])) / up')).toEqual(['gone_total', 'up']);
  expect(() => selected('sum(rate(up[5m])')).toThrow('No PromQL');
});

test('the document says what to do at each alert, and what each metric of the server is', async () => {
  const document = await read('docs', 'operations', 'monitoring.md');
  const rowsOf = (heading: string) => {
    const section = document.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
    return [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name).toSorted();
  };
  expect(rowsOf('Alerts')).toEqual(alerts.map(({ alert }) => alert).toSorted());
  const ours = [...served]
    .map((name) => name.replace(/_(bucket|sum|count)$/, ''))
    .filter((name) => !/^(process|nodejs)_/.test(name));
  expect(rowsOf('Metrics')).toEqual([...new Set(ours)].toSorted());
});
