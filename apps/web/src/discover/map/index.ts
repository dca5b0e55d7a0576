export { ContentKml } from './ContentKml';
export { PlacesMap } from './PlacesMap';
