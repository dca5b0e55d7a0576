export { ContentKml } from './ContentKml';
export { LayerPreview } from './LayerPreview';
export { PickPlace } from './PickPlace';
export { PlacesMap } from './PlacesMap';
