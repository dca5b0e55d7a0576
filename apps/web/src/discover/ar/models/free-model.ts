import { type Material, type Object3D, Texture } from 'three';

/** Anything with geometry and materials: meshes, lines, points. */
interface Drawn extends Object3D {
  readonly geometry?: { dispose(): void };
  readonly material?: Material | readonly Material[];
  readonly skeleton?: { dispose(): void };
}

function freeMaterial(material: Material) {
  for (const value of Object.values(material) as unknown[]) if (value instanceof Texture) value.dispose();
  material.dispose();
}

/** Frees the buffers, textures and programs of a model and of all below it: three.js does not do so by itself. */
export function freeModel(model: Object3D): void {
  model.traverse((one) => {
    const { geometry, material, skeleton }: Drawn = one;
    geometry?.dispose();
    skeleton?.dispose();
    for (const used of Array.isArray(material) ? (material as readonly Material[]) : material ? [material] : [])
      freeMaterial(used as Material);
  });
}
