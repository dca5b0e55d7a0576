export { roomMessages } from './message-policy';
export { registerRooms } from './routes';
export { publishTyping } from './service';
