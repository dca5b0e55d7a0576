/** Scenes, a members' area and results for a journey: the menu as an import writes it, the contents as operators create them. */
import pg from 'pg';
import { createContentByApi } from './content-api';
import { databaseUrl, type TestServer } from './server';

/** The category of the members' area in the brand's settings. */
const MEMBERS = 15258;
const RESULTS = 15400;

/** The demo's menu shows the members' area only to members; here visitors get an entry too. */
async function fillMenu(client: pg.Client) {
  await client.query(`update categories set company_id = null where id = $1`, [MEMBERS]);
  await client.query(
    `insert into categories (id, level, position, code, image_url, ctn_view) values ($1, 1, 2, '/result', '/brand/cover.svg', 1)`,
    [RESULTS],
  );
  await client.query(
    `insert into category_texts (category_id, locale, title, descr) values
       ($1, 'en', 'Similar tiles', ''), ($1, 'it', 'Piastrelle simili', '')`,
    [RESULTS],
  );
}

/**
 * Two public scenes with four markers, one private scene and a model of the demo company, and so many results.
 * @param picture base64, used for each of them
 */
export async function fillScenes(server: TestServer, { picture, results }: { picture: string; results: number }) {
  const client = new pg.Client({ connectionString: await databaseUrl(server.dataDir) });
  await client.connect();
  try {
    await fillMenu(client);
    const create = await createContentByApi(server, 'operator@demo.example');
    const scene = { ctnView: 11, imageBase64: picture, descr: 'Seen through the camera' };
    const first = await create({ ...scene, title: 'The pump opens', visibility: 'public' });
    await create({ ...scene, title: 'The floor of the bath', visibility: 'public' });
    await create({ ...scene, title: 'The new valve', visibility: 'company' });
    await create({
      title: 'Model of the pump',
      ctnView: 7,
      catId: MEMBERS,
      imageBase64: picture,
      visibility: 'company',
    });
    for (let number = results; number > 0; number -= 1)
      await create({
        title: `Marble ${number}`,
        descr: `Polished, 60 × 60\nFrom quarry ${number}.`,
        catId: RESULTS,
        imageBase64: picture,
        webUrl: 'https://tiles.example/marble',
        googleUrl: 'https://tiles.example/share',
        date: Date.UTC(2026, 0, 100 - number),
        visibility: 'public',
      });
    await client.query(
      `insert into triggers (scene_id, s_type, image_url) select $1, 1, '/brand/logo.svg' from generate_series(1, 4)`,
      [first],
    );
  } finally {
    await client.end();
  }
}
