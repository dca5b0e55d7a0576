/** Draws a video whose right half is the opacity of its left half. */
const VERTEX = `#version 300 es
in vec2 corner;
out vec2 place;
void main() {
  place = vec2(corner.x + 1.0, 1.0 - corner.y) / 2.0;
  gl_Position = vec4(corner, 0.0, 1.0);
}`;
const FRAGMENT = `#version 300 es
precision mediump float;
uniform sampler2D frame;
in vec2 place;
out vec4 color;
void main() {
  vec3 left = texture(frame, vec2(place.x / 2.0, place.y)).rgb;
  float alpha = texture(frame, vec2((place.x + 1.0) / 2.0, place.y)).g;
  color = vec4(left * alpha, alpha);
}`;

function shaderOf(gl: WebGL2RenderingContext, type: number, source: string): WebGLShader | null {
  const shader = gl.createShader(type);
  if (!shader) return null;
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  return shader;
}

/** @returns whether it worked */
function prepare(gl: WebGL2RenderingContext): boolean {
  const program = gl.createProgram();
  const [vertex, fragment] = [shaderOf(gl, gl.VERTEX_SHADER, VERTEX), shaderOf(gl, gl.FRAGMENT_SHADER, FRAGMENT)];
  if (!vertex || !fragment) return false;
  gl.attachShader(program, vertex);
  gl.attachShader(program, fragment);
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return false;
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), gl.STATIC_DRAW);
  const corner = gl.getAttribLocation(program, 'corner');
  gl.enableVertexAttribArray(corner);
  gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  return true;
}

/** @returns a function that ends it and frees the context; null if there is no WebGL */
export function drawWithAlpha(video: HTMLVideoElement, canvas: HTMLCanvasElement): (() => void) | null {
  const gl = canvas.getContext('webgl2', { premultipliedAlpha: true });
  if (!gl || !prepare(gl)) return null;
  let handle = 0;
  const draw = () => {
    const [width, height] = [Math.floor(video.videoWidth / 2), video.videoHeight];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    gl.viewport(0, 0, width, height);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, video);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    handle = video.requestVideoFrameCallback(draw);
  };
  handle = video.requestVideoFrameCallback(draw);
  return () => {
    video.cancelVideoFrameCallback(handle);
    gl.getExtension('WEBGL_lose_context')?.loseContext();
  };
}
