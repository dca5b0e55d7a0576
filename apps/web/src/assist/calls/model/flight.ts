const FLIGHT_MS = 180;
const FLIGHT_EASE = 'cubic-bezier(0.2, 0, 0, 1)';

/**
 * Animates a snapshot from the live picture to its place in the strip, so that the user sees where it goes. Without animation
 * if the user prefers reduced motion.
 */
export function flyTo(place: Element, from: Element | null, url: string): void {
  if (!from || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const start = from.getBoundingClientRect();
  const end = place.getBoundingClientRect();
  if (end.width === 0 || start.width === 0) return;
  const ghost = document.createElement('img');
  ghost.src = url;
  ghost.alt = '';
  Object.assign(ghost.style, {
    position: 'fixed',
    left: `${end.left}px`,
    top: `${end.top}px`,
    width: `${end.width}px`,
    height: `${end.height}px`,
    objectFit: 'cover',
    borderRadius: '8px',
    transformOrigin: 'top left',
    pointerEvents: 'none',
    zIndex: 'var(--layer-over)',
  });
  // Next to its place in the DOM, so that it covers the same screen and disappears with it.
  place.parentElement?.closest('[data-flights]')?.append(ghost);
  const scale = Math.min(start.width / end.width, start.height / end.height);
  const left = start.left + (start.width - end.width * scale) / 2 - end.left;
  const top = start.top + (start.height - end.height * scale) / 2 - end.top;
  const flight = ghost.animate(
    [{ transform: `translate(${left}px, ${top}px) scale(${scale})` }, { transform: 'none' }],
    { duration: FLIGHT_MS, easing: FLIGHT_EASE },
  );
  const land = () => ghost.remove();
  flight.finished.then(land, land);
}
