import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readVariables } from '../../apps/server/src/config/setting-rules.mjs';
import { ROOT } from '../run.mjs';
import { KUBERNETES_VERSIONS } from './kubernetes-schemas.mjs';

const HELM = process.env['HELM'];
const KUBECONFORM = process.env['KUBECONFORM'];
const SCHEMAS = process.env['KUBERNETES_SCHEMAS'];
const chart = join(ROOT, 'deploy/helm/earth');
const folder = mkdtempSync(join(tmpdir(), 'earth-chart-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Settings that a secret must have. */
const SECRETS = {
  DATABASE_URL: 'postgres://earth:password@postgres/earth',
  REDIS_URL: 'redis://redis:6379/0',
  MASTER_KEY: 'ab'.repeat(32),
  API_KEY: 'a-key-of-the-web-app',
  VAPID_PRIVATE_KEY: Buffer.alloc(32, 1).toString('base64'),
};
const BUCKET = { s3: { bucket: 'earth-files' } };

const exec = promisify(execFile);

/** Rejects with what helm says. */
async function render(values: object): Promise<string> {
  const file = join(folder, 'values.json');
  writeFileSync(file, JSON.stringify(values));
  const args = ['template', 'trial', chart, '--kube-version', KUBERNETES_VERSIONS[1], '--values', file];
  return (await exec(String(HELM), args)).stdout;
}

interface Rendered {
  readonly kind: string;
  readonly spec: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
}

async function objectsOf(values: object): Promise<readonly Rendered[]> {
  return parseAllDocuments(await render(values))
    .map((document) => document.toJS() as Rendered | null)
    .filter((object) => object !== null);
}

const kindsOf = (objects: readonly Rendered[]) => objects.map(({ kind }) => kind).toSorted();

describe.skipIf(!HELM)('the chart, by helm', () => {
  test('makes two servers that are asked whether they are ready, and an address, but nothing to watch them', async () => {
    const objects = await objectsOf({ ...BUCKET, secret: { values: SECRETS } });
    expect(kindsOf(objects)).toEqual([
      'ConfigMap',
      'Deployment',
      'Ingress',
      'PodDisruptionBudget',
      'Secret',
      'Service',
      'ServiceAccount',
    ]);
    const deployment = objects.find(({ kind }) => kind === 'Deployment')?.spec;
    expect(deployment).toMatchObject({
      replicas: 2,
      template: {
        spec: {
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [
            {
              securityContext: {
                readOnlyRootFilesystem: true,
                allowPrivilegeEscalation: false,
                capabilities: { drop: ['ALL'] },
              },
              // An hour, for migrations.
              startupProbe: { httpGet: { path: '/healthz' }, periodSeconds: 2, failureThreshold: 1800 },
              livenessProbe: { httpGet: { path: '/healthz' } },
              readinessProbe: { httpGet: { path: '/readyz' } },
            },
          ],
        },
      },
    });
  });

  test('gives the server settings that it accepts', async () => {
    const objects = await objectsOf({ ...BUCKET, secret: { values: SECRETS }, settings: { DEMO: 'true' } });
    const given = {
      ...objects.find(({ kind }) => kind === 'ConfigMap')?.data,
      ...objects.find(({ kind }) => kind === 'Secret')?.stringData,
    };
    expect(readVariables(given)).toMatchObject({
      PUBLIC_URL: 'https://help.example.com',
      S3_BUCKET: 'earth-files',
      METRICS_OPEN: false,
      TURN_PORT: 0,
      DEMO: true,
    });
  });

  test.each([
    ['several servers', 2, ['DATABASE_URL', 'MASTER_KEY', 'API_KEY', 'VAPID_PRIVATE_KEY', 'REDIS_URL']],
    ['one server', 1, ['DATABASE_URL', 'MASTER_KEY', 'API_KEY', 'VAPID_PRIVATE_KEY']],
  ])(
    'starts no pod of %s whose own Secret lacks a key, which would be made and lost with the pod',
    async (_, replicas, names) => {
      const objects = await objectsOf({ ...BUCKET, replicas, secret: { existing: 'own' } });
      const deployment = objects.find(({ kind }) => kind === 'Deployment')?.spec;
      const env = names.map((key) => ({ name: key, valueFrom: { secretKeyRef: { name: 'own', key } } }));
      expect(deployment).toMatchObject({ template: { spec: { enableServiceLinks: false, containers: [{ env }] } } });
    },
  );

  test('is watched under the name that the alerts look for, whatever the chart is called', async () => {
    const metrics = { enabled: true, serviceMonitor: { enabled: true } };
    const objects = await objectsOf({ ...BUCKET, nameOverride: 'help', secret: { existing: 'own' }, metrics });
    expect(objects.find(({ kind }) => kind === 'ServiceMonitor')?.spec).toMatchObject({
      endpoints: [{ path: '/metrics', relabelings: [{ targetLabel: 'job', replacement: 'earth' }] }],
    });
  });

  test('has a volume for one server without a bucket, and starts no second one beside it', async () => {
    const objects = await objectsOf({ replicas: 1, secret: { existing: 'earth' } });
    expect(kindsOf(objects)).toEqual([
      'ConfigMap',
      'Deployment',
      'Ingress',
      'PersistentVolumeClaim',
      'Service',
      'ServiceAccount',
    ]);
    expect(objects.find(({ kind }) => kind === 'Deployment')?.spec).toMatchObject({ strategy: { type: 'Recreate' } });
  });

  test('takes the values of the document', async () => {
    const document = readFileSync(join(ROOT, 'docs/operations/containers.md'), 'utf8');
    const [, values = ''] = /```yaml\n# values\.yaml\n([\s\S]*?)```/.exec(document) ?? [];
    const objects = await objectsOf(parse(values) as object);
    expect(objects.find(({ kind }) => kind === 'Ingress')?.spec).toMatchObject({
      ingressClassName: 'nginx',
      tls: [{ hosts: ['help.example.com'], secretName: 'help-example-com' }],
    });
  });

  test.each([
    ['several servers without a bucket', { secret: { values: SECRETS } }, 'several servers need files in S3'],
    [
      'several servers without Redis',
      { ...BUCKET, secret: { values: { ...SECRETS, REDIS_URL: '' } } },
      'lacks REDIS_URL',
    ],
    ['no master key', { ...BUCKET, secret: { values: { ...SECRETS, MASTER_KEY: '' } } }, 'lacks MASTER_KEY'],
    [
      'alerts without metrics',
      { ...BUCKET, secret: { existing: 'earth' }, metrics: { prometheusRule: { enabled: true } } },
      'metrics.enabled is false',
    ],
    ['a value that it does not know', { ...BUCKET, secret: { existing: 'earth' }, replica: 3 }, 'replica'],
  ])('refuses %s', async (_, values, words) => {
    await expect(render(values)).rejects.toThrow(words);
  });

  test.skipIf(!KUBECONFORM || !SCHEMAS)(
    'makes what Kubernetes accepts, by its own schemas',
    async () => {
      const metrics = { enabled: true, serviceMonitor: { enabled: true }, prometheusRule: { enabled: true } };
      const everything = {
        ...BUCKET,
        secret: { values: SECRETS },
        metrics,
        traces: { endpoint: 'http://collector:4318' },
      };
      const alone = { replicas: 1, secret: { values: SECRETS }, service: { type: 'NodePort' } };
      for (const [at, values] of [everything, alone].entries()) {
        const file = join(folder, `${at}.yaml`);
        writeFileSync(file, await render(values));
        for (const version of KUBERNETES_VERSIONS) {
          const location = `${SCHEMAS}/{{ .NormalizedKubernetesVersion }}-local{{ .StrictSuffix }}/{{ .ResourceKind }}{{ .KindSuffix }}.json`;
          // Kinds of the Prometheus operator are not Kubernetes' own.
          const options = ['-strict', '-summary', '-output', 'json', '-skip', 'ServiceMonitor,PrometheusRule'];
          const schemas = ['-kubernetes-version', version, '-schema-location', location];
          const { stdout } = await exec(String(KUBECONFORM), [...options, ...schemas, file]);
          const { summary } = JSON.parse(stdout) as { readonly summary: Readonly<Record<string, number>> };
          expect(summary).toMatchObject({ invalid: 0, errors: 0, skipped: at === 0 ? 2 : 0 });
          expect(summary['valid']).toBeGreaterThan(5);
        }
      }
      // Eight programs, on a machine that may be busy.
    },
    60_000,
  );
});
