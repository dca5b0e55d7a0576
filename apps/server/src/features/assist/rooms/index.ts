export { recordReceived, publishTyping, readRoomFile } from './messages';
export { registerRooms } from './routes';
