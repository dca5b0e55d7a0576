export { ContentKml } from './ContentKml';
export { LayerPreview } from './LayerPreview';
export { PlacesMap } from './PlacesMap';
