export { PrintMarkers } from './PrintMarkers';
