export { registerAssets } from './routes';
export { deleteAsset, sizeOfAsset, storeAsset } from './service';
