export { MessageButton } from './MessageButton';
export { useOpenRoom } from './open-room';
