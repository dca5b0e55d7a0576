export { registerAssets } from './routes';
export { deleteAsset, storeAsset } from './service';
