import type { SceneItem } from '@earth/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { api } from '../../../platform';
import { testItem } from '../../../testing/contents';
import { contentsClient } from '../../lists/model/contents-client';
import { Stage } from '../model/stage';
import { TargetContent } from './TargetContent';

const cube: SceneItem = {
  id: 1,
  triggerId: null,
  kind: 'model',
  contentId: 5,
  title: '',
  urls: ['/media/cube.glb'],
  hasAlpha: false,
  videoStart: 0,
  videoEnd: null,
  position: [0, 0, 0],
  rotation: [0, 0, 0],
  width: 0.2,
};

test('a 3D model that has the title of its content is loaded once', async () => {
  vi.spyOn(api, 'getScene').mockResolvedValue({ ...testItem({ id: 7, ctnView: 11 }), scene: { items: [cube] } });
  vi.spyOn(api, 'getContent').mockResolvedValue(testItem({ id: 5, title: 'The cube' }));
  const stage = new Stage();
  const addModel = vi.spyOn(stage, 'addModel');
  const { findByRole } = render(
    <QueryClientProvider client={contentsClient}>
      <TargetContent
        stage={stage}
        view={{ id: 'view', digest: 'd', width: 512, height: 384 }}
        marker={{ sceneId: 7, triggerId: 1 }}
        state="found"
        onOpen={() => undefined}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(addModel).toHaveBeenCalledOnce());
  act(() => addModel.mock.lastCall?.[0].onState('shown'));
  await findByRole('button', { name: 'Open The cube' });
  expect(addModel).toHaveBeenCalledOnce();
});
