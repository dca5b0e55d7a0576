/** Devices that show a model in the room: the test's browser has neither WebXR's augmented reality nor Quick Look. */
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** The session of the fake device. */
    testSession: EventTarget;
    /** Whether the floor is found. */
    testHasFloor: boolean;
    /** The last link that was opened by the page's code. */
    testLink: HTMLAnchorElement;
  }
}

/** Runs in the page before its own code: a device at the origin that looks along −z, and a floor 0.3 m below it, 2 m ahead. */
function installRoom() {
  window.testHasFloor = false;
  const far = [1.6, 0, 0, 0, 0, 0.9, 0, 0, 0, 0, -1.0002, -1, 0, 0, -0.02, 0];
  const floor = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -0.3, -2, 1];
  const still = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const here = { transform: { matrix: new Float32Array(still), inverse: { matrix: new Float32Array(still) } } };
  const view = { ...here, eye: 'none', projectionMatrix: new Float32Array(far) };
  const hit = { getPose: () => ({ transform: { matrix: new Float32Array(floor) } }) };
  class Session extends EventTarget {
    renderState = {};
    inputSources = [];
    enabledFeatures = ['hit-test', 'dom-overlay'];
    updateRenderState = (state: object) => Object.assign(this.renderState, state);
    requestReferenceSpace = async () => new EventTarget();
    requestHitTestSource = async () => ({ cancel: () => undefined });
    requestAnimationFrame = (draw: (at: number, frame: object) => void) =>
      requestAnimationFrame((at) =>
        draw(at, {
          session: this,
          getViewerPose: () => ({ ...here, views: [view] }),
          getHitTestResults: () => (window.testHasFloor ? [hit] : []),
        }),
      );
    cancelAnimationFrame = (handle: number) => cancelAnimationFrame(handle);
    end = async () => void this.dispatchEvent(new Event('end'));
  }
  class Layer {
    framebuffer = null;
    framebufferWidth: number;
    framebufferHeight: number;
    constructor(_session: object, { drawingBufferWidth, drawingBufferHeight }: WebGL2RenderingContext) {
      this.framebufferWidth = drawingBufferWidth;
      this.framebufferHeight = drawingBufferHeight;
    }
    getViewport = () => ({ x: 0, y: 0, width: this.framebufferWidth, height: this.framebufferHeight });
  }
  Object.assign(window, { XRWebGLLayer: Layer, XRWebGLBinding: undefined });
  Object.assign(WebGL2RenderingContext.prototype, { makeXRCompatible: async () => undefined });
  const xr = {
    isSessionSupported: async (mode: string) => mode === 'immersive-ar',
    requestSession: async () => {
      window.testSession = new Session();
      return window.testSession;
    },
  };
  Object.defineProperty(navigator, 'xr', { value: xr });
}

/** A device with WebXR. Must be called before the page is opened. */
export async function fakeRoom(page: Page) {
  await page.addInitScript(installRoom);
  return {
    findFloor: () =>
      page.evaluate(() => {
        window.testHasFloor = true;
      }),
    tap: () => page.evaluate(() => window.testSession.dispatchEvent(new Event('select'))),
  };
}

/** Runs in the page before its own code. */
function installQuickLook() {
  const { supports } = DOMTokenList.prototype;
  DOMTokenList.prototype.supports = function (token) {
    return token === 'ar' || supports.call(this, token);
  };
  const { click } = HTMLAnchorElement.prototype;
  HTMLAnchorElement.prototype.click = function () {
    if (this.rel === 'ar') window.testLink = this;
    else click.call(this);
  };
}

/** An iPhone's links. Must be called before the page is opened. @returns what Quick Look was given */
export async function fakeQuickLook(page: Page) {
  await page.addInitScript(installQuickLook);
  return () =>
    page.evaluate(async () => {
      const link = window.testLink as HTMLAnchorElement | undefined;
      const file = link && window.testObjects.get(link.href);
      if (!link || !file) return null;
      const hasPicture = link.firstElementChild?.tagName === 'IMG';
      return { rel: link.rel, hasPicture, type: file.type, start: await file.slice(0, 2).text() };
    });
}
