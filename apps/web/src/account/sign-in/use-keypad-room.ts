import { useEffect } from 'react';

/** Safari's keyboard overlays the page instead of resizing it, so the visible height is measured here. */
export function useKeypadRoom() {
  useEffect(() => {
    const view = window.visualViewport;
    const { style } = document.documentElement;
    if (!view) return undefined;
    const measure = () => style.setProperty('--seen-height', `${Math.round(view.height)}px`);
    measure();
    view.addEventListener('resize', measure);
    return () => {
      view.removeEventListener('resize', measure);
      style.removeProperty('--seen-height');
    };
  }, []);
}
