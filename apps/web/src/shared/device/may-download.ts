import { requestPermission } from '../../platform/native/permissions';
import { notePluginError } from '../../platform/native/shell';

/** Asks for the permission for storage before something large is downloaded to stay (D4.15, D4.16). A plugin that fails prevents nothing. */
export async function mayDownload(): Promise<boolean> {
  try {
    return (await requestPermission('storage')) !== 'denied';
  } catch (error) {
    notePluginError(error);
    return true;
  }
}
