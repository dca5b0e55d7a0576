export { AvailabilityChip } from './AvailabilityChip';
export { AvailabilitySwitch } from './AvailabilitySwitch';
