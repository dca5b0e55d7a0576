import { Switch } from '../ui/Switch';
import { useAvailability } from './availability';
import { useTexts } from './i18n';
import { texts } from './texts';

/** One's own availability as a switch, its word before it. */
export function AvailabilitySwitch() {
  const t = useTexts(texts);
  const { isAvailable, setAvailable } = useAvailability();
  return <Switch label={t('available')} isOn={isAvailable} onChange={(on) => void setAvailable(on)} />;
}
