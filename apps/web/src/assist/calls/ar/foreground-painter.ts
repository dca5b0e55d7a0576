/** Paints packed frames with transparency, by WebGL: the picture is never read back. */

const VERTEX = `
attribute vec2 place;
varying vec2 at;
void main() {
  at = place;
  gl_Position = vec4(2.0 * place.x - 1.0, 1.0 - 2.0 * place.y, 0.0, 1.0);
}`;

/**
 * The left half has the colours, multiplied by the mask; the right half has the mask. Compression leaves faint noise in both: a mask
 * near 0 or 1 is taken for that, and no colour is brighter than its mask. Half a pixel beside the middle is left to neither half.
 */
const FRAGMENT = `
precision mediump float;
uniform sampler2D frame;
uniform float margin;
varying vec2 at;
void main() {
  float x = clamp(0.5 * at.x, margin, 0.5 - margin);
  float mask = smoothstep(0.12, 0.88, texture2D(frame, vec2(0.5 + x, at.y)).g);
  vec3 color = texture2D(frame, vec2(x, at.y)).rgb;
  gl_FragColor = vec4(min(color, vec3(mask)), mask);
}`;

const CORNERS = new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]);

function compile(gl: WebGLRenderingContext, kind: number, source: string): WebGLShader {
  const shader = gl.createShader(kind);
  if (!shader) throw new Error('No shader');
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  return shader;
}

function link(gl: WebGLRenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const)
    gl.attachShader(program, compile(gl, kind, source));
  gl.linkProgram(program);
  // False too if the context is lost; then nothing is drawn.
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) throw new Error('No program');
  return program;
}

export interface ForegroundPainter {
  /** Paints a packed frame. */
  paint(video: HTMLVideoElement): void;
  clear(): void;
  dispose(): void;
}

/** Null: the browser has no WebGL. */
export function createForegroundPainter(canvas: HTMLCanvasElement): ForegroundPainter | null {
  const gl = canvas.getContext('webgl', { premultipliedAlpha: true, antialias: false, depth: false });
  if (!gl) return null;
  const program = link(gl);
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, CORNERS, gl.STATIC_DRAW);
  const place = gl.getAttribLocation(program, 'place');
  gl.enableVertexAttribArray(place);
  gl.vertexAttribPointer(place, 2, gl.FLOAT, false, 0, 0);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
  for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, name, gl.LINEAR);
  const margin = gl.getUniformLocation(program, 'margin');
  return {
    paint(video) {
      const [width, height] = [video.videoWidth / 2, video.videoHeight];
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      gl.viewport(0, 0, width, height);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, video);
      // One pixel of the frame: chroma has half the resolution.
      gl.uniform1f(margin, 1 / video.videoWidth);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    },
    clear() {
      gl.clear(gl.COLOR_BUFFER_BIT);
    },
    dispose() {
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}
