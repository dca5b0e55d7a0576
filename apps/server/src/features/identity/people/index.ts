export { logChange, logChanges, nameInvited } from './log-store';
export { registerPeople } from './routes';
export { announce, disablePeople, getPerson, leaveAddress } from './service';
export {
  findOtherAdmin,
  hasRoomFor,
  insertPeople,
  isPerson,
  isTaken,
  isTokenValid,
  type LockedPerson,
  lockCompany,
  lockPerson,
  replaceCompanyAdmin,
  setDisabled,
  setRole,
  touchDirectory,
  updatePeople,
} from './store';
