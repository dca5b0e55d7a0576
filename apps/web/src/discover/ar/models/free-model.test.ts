import { BoxGeometry, Group, Mesh, MeshStandardMaterial, Texture } from 'three';
import { expect, test, vi } from 'vitest';
import { freeModel } from './free-model';

test('frees the geometry, the materials and their textures of all that is below', () => {
  const [map, normalMap] = [new Texture(), new Texture()];
  const materials = [new MeshStandardMaterial({ map }), new MeshStandardMaterial({ normalMap })];
  const geometry = new BoxGeometry();
  const model = new Group();
  model.add(new Group().add(new Mesh(geometry, materials)));
  const freed = [geometry, ...materials, map, normalMap].map((one) => {
    const listener = vi.fn<() => void>();
    one.addEventListener('dispose' as never, listener);
    return listener;
  });
  freeModel(model);
  for (const listener of freed) expect(listener).toHaveBeenCalledOnce();
});
