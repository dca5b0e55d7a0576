import { Switch } from '../../ui/controls/Switch';
import { useAvailability } from './model/availability';
import { useTexts } from '../../shared/i18n';
import { texts } from '../../shared/texts';

/** The user's availability as a switch, with its word. */
export function AvailabilitySwitch() {
  const t = useTexts(texts);
  const { isAvailable, setAvailable } = useAvailability();
  return <Switch label={t('available')} isOn={isAvailable} onChange={(on) => void setAvailable(on)} />;
}
