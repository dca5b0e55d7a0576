/** To the next task of the browser, which may answer somebody first. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** The user or the company may have set the browser to store nothing. */
function isStorageForbidden(): boolean {
  try {
    return !localStorage;
  } catch {
    return true;
  }
}

/**
 * One part after the other, each a task of its own: what the page shows already is not held up while all of it is made ready. The
 * server's page names all of them, so that none is waited for twice.
 */
async function main() {
  if (isStorageForbidden()) (await import('./platform/storage/page-storage')).replaceStorages();
  const parts = [
    () => import('@earth/contracts/wire'),
    () => import('./platform/http/contract-calls'),
    () => import('react-dom/client'),
  ];
  for (const load of parts) {
    await load();
    await nextTask();
  }
  const { start } = await import('./app/start');
  await nextTask();
  await start();
}

void main();
