/** A model on the floor of the room: WebXR with hit tests (W3C WebXR Hit Test). A ring shows where a tap places it. */
import { Mesh, MeshBasicMaterial, PerspectiveCamera, RingGeometry, type Vector3 } from 'three';
import { freeModel } from '../../ar/model/gltf';
import type { ModelView } from './model-view';

/** `search`: no floor is found. `ready`: a tap places it. */
export type RoomState = 'search' | 'ready' | 'placed';

export interface RoomOptions {
  /** What is shown over the camera's picture. */
  readonly overlay: HTMLElement;
  readonly onState: (state: RoomState) => void;
  readonly onEnd: () => void;
}

function makeRing(): Mesh {
  const ring = new Mesh(new RingGeometry(0.12, 0.15, 48).rotateX(-Math.PI / 2), new MeshBasicMaterial());
  ring.matrixAutoUpdate = false;
  ring.visible = false;
  return ring;
}

/** Places the model at the ring, with its front to the viewer. */
function place({ stand }: ModelView, ring: Mesh, eye: Vector3) {
  stand.position.setFromMatrixPosition(ring.matrix);
  const { x, z } = stand.position;
  stand.rotation.set(0, Math.atan2(eye.x - x, eye.z - z), 0);
  stand.visible = true;
}

const closedError = () => new Error('The viewer was closed while the session was started');

/**
 * Starts the session; the browser asks the user for the camera. Rejects if it is refused, or if the viewer is closed meanwhile.
 * @returns a function that ends it
 */
export async function startRoom(
  xr: XRSystem,
  view: ModelView,
  { overlay, onState, onEnd }: RoomOptions,
): Promise<() => void> {
  const session = await xr.requestSession('immersive-ar', {
    requiredFeatures: ['hit-test'],
    optionalFeatures: ['dom-overlay'],
    domOverlay: { root: overlay },
  });
  if (view.isDisposed) {
    await session.end();
    throw closedError();
  }
  const { renderer, scene, stand } = view;
  const [ring, camera] = [makeRing(), new PerspectiveCamera()];
  let source: XRHitTestSource | undefined;
  let isPlaced = false;
  scene.add(ring);
  stand.visible = false;
  session.addEventListener('end', () => {
    source?.cancel();
    scene.remove(ring);
    freeModel(ring);
    stand.position.set(0, 0, 0);
    stand.rotation.set(0, 0, 0);
    stand.visible = true;
    renderer.xr.enabled = false;
    // Three.js has a listener that comes after this one, and sets the canvas to the size that it had before the session.
    setTimeout(() => view.resume());
    onEnd();
  });
  session.addEventListener('select', () => {
    if (!ring.visible) return;
    place(view, ring, camera.position);
    isPlaced = true;
    onState('placed');
  });
  // Set before the session: after it, three.js would draw without the session's frames too.
  renderer.setAnimationLoop((_, frame?: XRFrame) => {
    const space = renderer.xr.getReferenceSpace();
    if (!frame || !space) return;
    const hit = source && frame.getHitTestResults(source)[0]?.getPose(space);
    if (!isPlaced && Boolean(hit) !== ring.visible) onState(hit ? 'ready' : 'search');
    ring.visible = Boolean(hit);
    if (hit) ring.matrix.fromArray(hit.transform.matrix);
    view.animate();
    renderer.render(scene, camera);
  });
  renderer.xr.enabled = true;
  renderer.xr.setReferenceSpaceType('local');
  try {
    await renderer.xr.setSession(session);
    source = await session.requestHitTestSource?.({ space: await session.requestReferenceSpace('viewer') });
    if (view.isDisposed) throw closedError();
  } catch (error) {
    await session.end();
    throw error;
  }
  return () => void session.end();
}
