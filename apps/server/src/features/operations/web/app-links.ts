/** Files by which the server vouches for the mobile apps that may open its links: Android App Links and Apple's universal links. */
import { DEEP_LINKS } from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';

const HOUR_SECONDS = 3600;

/** Google, «Digital Asset Links»: statements about an app, by the certificates that it is signed with. */
const assetLinks = (appId: string, fingerprints: readonly string[]) => [
  {
    relation: ['delegate_permission/common.handle_all_urls'],
    target: { namespace: 'android_app', package_name: appId, sha256_cert_fingerprints: fingerprints },
  },
];

/** Apple, «Supporting associated domains»: `*` stands for any characters. */
const appleSite = (appId: string, team: string) => ({
  applinks: { details: [{ appIDs: [`${team}.${appId}`], components: DEEP_LINKS.map((path) => ({ '/': path })) }] },
});

export function registerAppLinks(app: FastifyInstance, { brand, settings }: Context): void {
  const { androidFingerprints, appleTeamId, apnsTeamId } = settings;
  const team = appleTeamId ?? apnsTeamId;
  const files = {
    'assetlinks.json': androidFingerprints.length > 0 ? assetLinks(brand.appId, androidFingerprints) : null,
    'apple-app-site-association': team === undefined ? null : appleSite(brand.appId, team),
  };
  for (const [name, content] of Object.entries(files)) {
    // Without the setting it is missing. The web app's page, which answers all other addresses, would be no answer.
    app.get(`/.well-known/${name}`, async (_, reply) => {
      if (content === null) throw new ApiError('notFound');
      return reply.type('application/json').header('cache-control', `public, max-age=${HOUR_SECONDS}`).send(content);
    });
  }
}
