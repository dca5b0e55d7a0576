/** 3D models on targets, drawn by three.js. What is removed is freed at once. */
import {
  AnimationMixer,
  Box3,
  DirectionalLight,
  Group,
  HemisphereLight,
  Matrix4,
  type Object3D,
  PerspectiveCamera,
  Scene,
  Vector2,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { matrixOf, multiply } from '../model/matrix';
import type { ItemStage, PlacedModel } from '../model/item-stage';
import { freeModel } from './free-model';
import { type LoadedModel, loadModel } from './load-model';
import { createRenderer, type ModelRenderer } from './renderer';

/** In marker widths. */
const NEAR = 0.02;
const FAR = 200;

interface Shown {
  readonly group: Group;
  readonly leaving: AbortController;
  mixer: AnimationMixer | null;
}

/** Makes a model as wide as the unit, its middle over the origin, its back on the marker. */
function normalize(model: Object3D): Group {
  const box = new Box3().setFromObject(model);
  const [size, middle] = [box.getSize(new Vector3()), box.getCenter(new Vector3())];
  const scale = 1 / Math.max(size.x, size.z, 1e-6);
  const placed = new Group();
  model.position.sub(new Vector3(middle.x, middle.y, box.min.z));
  placed.add(model);
  placed.scale.setScalar(scale);
  return placed;
}

export class ModelScene {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera();
  readonly #shown = new Map<PlacedModel, Shown>();
  readonly #adapt: ModelRenderer['adapt'];
  #at = 0;

  private constructor({ renderer, adapt }: ModelRenderer) {
    this.#renderer = renderer;
    this.#adapt = adapt;
    const sun = new DirectionalLight('white', 2);
    sun.position.set(0.5, 1, 2);
    this.#scene.add(new HemisphereLight('white', 'gray', 2), sun);
  }

  /** Null: the browser has no WebGL. */
  static create(canvas: HTMLCanvasElement): ModelScene | null {
    try {
      return new ModelScene(createRenderer(canvas));
    } catch {
      return null;
    }
  }

  /** Loads the models that are new, and frees those that are not among them. */
  show(models: readonly PlacedModel[]) {
    for (const [model, shown] of this.#shown) if (!models.includes(model)) this.#remove(model, shown);
    for (const model of models) if (!this.#shown.has(model)) void this.#add(model);
  }

  async #add(model: PlacedModel) {
    const shown: Shown = { group: new Group(), leaving: new AbortController(), mixer: null };
    const { signal } = shown.leaving;
    this.#shown.set(model, shown);
    let loaded: LoadedModel | null = null;
    try {
      loaded = await loadModel(model.url, signal);
      signal.throwIfAborted();
      shown.group.matrixAutoUpdate = false;
      shown.group.visible = false;
      shown.group.add(normalize(loaded.scene));
      if (loaded.animation) {
        shown.mixer = new AnimationMixer(loaded.scene);
        shown.mixer.clipAction(loaded.animation).play();
      }
      this.#scene.add(shown.group);
      model.onState('shown');
    } catch {
      if (loaded) freeModel(loaded.scene);
      if (!signal.aborted) model.onState('failed');
    }
  }

  #remove(model: PlacedModel, { group, leaving, mixer }: Shown) {
    leaving.abort();
    mixer?.stopAllAction();
    this.#scene.remove(group);
    freeModel(group);
    this.#shown.delete(model);
  }

  /** @param at milliseconds */
  draw(stage: ItemStage, at: number) {
    this.#adapt(at);
    this.#fit(stage);
    const seconds = (at - this.#at) / 1000;
    this.#at = at;
    for (const [{ target, matrix }, { group, mixer }] of this.#shown) {
      const pose = stage.poseOf(target, at);
      group.visible = pose !== null;
      if (pose) group.matrix.copy(new Matrix4().fromArray(multiply(matrixOf(pose), matrix())));
      mixer?.update(seconds);
    }
    this.#renderer.render(this.#scene, this.#camera);
  }

  /** The canvas lies over the whole frame, of which the screen shows a part. */
  #fit(stage: ItemStage) {
    const { camera, frame, cover } = stage.view;
    const { style } = this.#renderer.domElement;
    const [width, height] = [Math.round(cover.width), Math.round(cover.height)];
    const size = this.#renderer.getSize(new Vector2());
    // Setting the size clears the canvas.
    if (size.width !== width || size.height !== height) this.#renderer.setSize(width, height);
    Object.assign(style, { left: `${cover.left}px`, top: `${cover.top}px` });
    this.#camera.fov = (2 * Math.atan(frame.height / 2 / camera.focal) * 180) / Math.PI;
    this.#camera.aspect = frame.width / frame.height;
    this.#camera.near = NEAR;
    this.#camera.far = FAR;
    this.#camera.updateProjectionMatrix();
  }

  dispose() {
    for (const [model, shown] of this.#shown) this.#remove(model, shown);
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }
}
