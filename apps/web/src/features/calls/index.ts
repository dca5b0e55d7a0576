export { CallLayer } from './CallLayer';
export { getCallSession, useCall } from './call-session';
