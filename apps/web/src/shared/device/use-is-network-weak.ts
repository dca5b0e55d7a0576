import { useEffect, useState } from 'react';

/** Whether the device itself says that its network is weak. */
export function useIsNetworkWeak(): boolean {
  const [isWeak, setWeak] = useState(false);
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isOver = false;
    import('../../platform/native/network').then(
      ({ watchNetwork }) => {
        if (!isOver) stop = watchNetwork((state) => setWeak(state.isWeak));
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, []);
  return isWeak;
}
