export { KmlError, type KmlProblem } from './kml-error';
export { type KmlPicture, readKmlFile, readKmlPicture } from './kml-file';
export type { ShapeStyle } from './kml-styles';
export type { Layer, Shape, ShapeProperties } from './read-kml';
