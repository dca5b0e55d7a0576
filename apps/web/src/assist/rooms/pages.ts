export { RoomPage } from './RoomPage';
export { Rooms } from './Rooms';
