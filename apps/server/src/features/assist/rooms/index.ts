export { noteReceived, noteTyping, readRoomFile } from './messages';
export { registerRooms } from './routes';
