/** A 3D model on a turntable, by three.js. The model stands on the origin at its own size, in metres. */
import {
  AnimationMixer,
  Box3,
  Group,
  PerspectiveCamera,
  PMREMGenerator,
  Scene,
  Sphere,
  Spherical,
  Timer,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { createRenderer, freeModel, loadModel, type ModelRenderer } from '../../ar/model/gltf';

const FIELD_OF_VIEW = 35;
/** Room around the model, in its radii. */
const MARGIN = 1.1;
/** Looking down on it a little, radians from above. */
const VIEW_ANGLE = 1.3;
const POLE_GAP = 0.05;

export class ModelView {
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  /** The model: its bottom is at the origin. */
  readonly stand = new Group();
  readonly #canvas: HTMLCanvasElement;
  readonly #camera = new PerspectiveCamera(FIELD_OF_VIEW);
  readonly #controls: OrbitControls;
  readonly #timer = new Timer();
  readonly #observer: ResizeObserver;
  readonly #adapt: ModelRenderer['adapt'];
  #mixer: AnimationMixer | null = null;
  /** Of the sphere around the model. */
  #radius = 1;
  #middle = new Vector3();
  #isDisposed = false;

  private constructor(canvas: HTMLCanvasElement, { renderer, adapt }: ModelRenderer) {
    this.#canvas = canvas;
    this.renderer = renderer;
    this.#adapt = adapt;
    const light = new PMREMGenerator(renderer);
    const room = new RoomEnvironment();
    this.scene.environment = light.fromScene(room).texture;
    light.dispose();
    freeModel(room);
    this.scene.add(this.stand);
    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.enablePan = false;
    this.#controls.enableDamping = true;
    this.#controls.autoRotate = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    // Whoever turns it themselves does not want it to turn on.
    this.#controls.addEventListener('start', () => this.#stopTurning());
    this.#observer = new ResizeObserver(() => this.#fit());
    this.#observer.observe(canvas);
  }

  /** Null: the browser has no WebGL. */
  static create(canvas: HTMLCanvasElement): ModelView | null {
    try {
      return new ModelView(canvas, createRenderer(canvas));
    } catch {
      return null;
    }
  }

  /** Rejects if it does not load, or is no model. */
  async load(url: string, signal: AbortSignal) {
    const { scene, animation } = await loadModel(url, signal);
    if (signal.aborted) return freeModel(scene);
    const box = new Box3().setFromObject(scene);
    const middle = box.getCenter(new Vector3());
    scene.position.sub(new Vector3(middle.x, box.min.y, middle.z));
    this.stand.add(scene);
    this.#middle.set(0, (box.max.y - box.min.y) / 2, 0);
    this.#radius = box.getBoundingSphere(new Sphere()).radius || 1;
    if (animation) {
      this.#mixer = new AnimationMixer(scene);
      this.#mixer.clipAction(animation).play();
    }
    this.reset();
    this.resume();
  }

  get isDisposed() {
    return this.#isDisposed;
  }

  /** Draws with each frame of the display, until `pause`. */
  resume() {
    if (this.#isDisposed) return;
    this.#fit();
    this.renderer.setAnimationLoop((at) => {
      this.#adapt(at);
      this.animate();
      this.#controls.update();
      this.renderer.render(this.scene, this.#camera);
    });
  }

  pause() {
    this.renderer.setAnimationLoop(null);
  }

  /** Moves what moves by itself. */
  animate() {
    this.#timer.update();
    this.#mixer?.update(this.#timer.getDelta());
  }

  /** @param across radians, to the right @param by factor of the distance */
  turn(across: number, down: number, by = 1) {
    this.#stopTurning();
    const way = new Spherical().setFromVector3(this.#camera.position.clone().sub(this.#middle));
    way.theta += across;
    way.phi = Math.min(Math.max(way.phi + down, POLE_GAP), Math.PI - POLE_GAP);
    way.radius = Math.min(Math.max(way.radius * by, this.#controls.minDistance), this.#controls.maxDistance);
    this.#camera.position.setFromSpherical(way).add(this.#middle);
  }

  reset() {
    const half = (FIELD_OF_VIEW * Math.PI) / 360;
    // On an upright screen its width is what it has to fit.
    const aspect = Math.min(1, this.#canvas.clientWidth / Math.max(1, this.#canvas.clientHeight));
    const distance = (MARGIN * this.#radius) / Math.sin(Math.atan(Math.tan(half) * aspect));
    this.#controls.target.copy(this.#middle);
    this.#controls.minDistance = 1.2 * this.#radius;
    this.#controls.maxDistance = 3 * distance;
    Object.assign(this.#camera, { near: this.#radius / 100, far: 4 * distance + 10 * this.#radius });
    this.#camera.position.setFromSphericalCoords(distance, VIEW_ANGLE, 0.4).add(this.#middle);
    this.#camera.updateProjectionMatrix();
  }

  dispose() {
    this.#isDisposed = true;
    this.pause();
    this.#observer.disconnect();
    this.#controls.dispose();
    this.#mixer?.stopAllAction();
    freeModel(this.scene);
    this.scene.environment?.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  #stopTurning() {
    this.#controls.autoRotate = false;
  }

  #fit() {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (width === 0 || height === 0 || this.renderer.xr.isPresenting) return;
    this.renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
  }
}
