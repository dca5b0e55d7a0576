import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Proxy target of `npm run dev`: the server answers everything that is not the app's own source. */
const server = process.env.SERVER_URL ?? 'http://localhost:8080';
const served = [
  '/services',
  '/api',
  '/storage',
  '/brand',
  '/icons',
  '/manifest.webmanifest',
  '/robots.txt',
  '/pictures',
  '/maps',
  '/media',
  '/company-audio',
  '/config.json',
  '/docs',
  '/dev/mail',
];

/** Precompresses the text assets at the highest level, so that the server need not compress each answer. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir = '' }) {
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|svg)$/.test(name)) continue;
      const bytes = readFileSync(join(dir, name));
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes));
      writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    }
  },
});

/** What a call declares for the server and the API reference alone. Of the tags the client knows one (`client.ts`). */
const OF_THE_REFERENCE =
  /\b(summary:\s*'[^'\n]*'|scope:\s*'[a-z]+'|(?:guests|compressed):\s*(?:true|false)|callsAMinute:\s*[\w.]+|tag:\s*'(?!Session')[A-Z][a-zA-Z ]*'|errors:\s*\[[^\]]*\]),/g;

/** Strips what browsers do not need of the declarations of calls: every visitor would load it. */
const withoutReference = (): Plugin => ({
  name: 'without-reference',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/packages[\\/]contracts[\\/]src[\\/]/.test(id)) return null;
    return { code: code.replaceAll(OF_THE_REFERENCE, ''), map: null };
  },
});

/**
 * Chunk groups: without them a first page would load about sixty scripts, which wait for each other and each cost the browser a task.
 * The start of the app is split in several, so that no compilation is a long task (`main.tsx`). A group includes the imports of its
 * modules; earlier groups take precedence.
 */
const CHUNKS = [
  { name: 'preload', test: /vite[\\/]preload-helper/ },
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  { name: 'wire', test: /node_modules[\\/]zod[\\/]|contracts[\\/]src[\\/]wire/ },
  // Without the calls that no first page makes, and without what is sent from page to page in a call.
  {
    name: 'contracts',
    test: /packages[\\/]contracts[\\/](?!src[\\/](after-calls|deep-links|peer|people|admin[\\/](health|single-sign-on|tokens|purchases|webhooks|people)))|platform[\\/]http[\\/]contract-calls/,
  },
  // With what visitors' pages and the sign-in share.
  {
    name: 'start',
    test: /src[\\/](app[\\/]start\.tsx|shared[\\/](use-screen-view|start-page|format|plugin-error)|ui[\\/]controls[\\/]LanguageButton)|Icon(ArrowLeft|AugmentedReality|ChevronRight|InfoCircle|X)\.mjs/,
  },
  // Icons of pages for people who are signed in: each would be a script of its own, whose name every first page has in its list of preloads.
  {
    name: 'more-icons',
    test: /Icon(ArrowBackUp|ArrowDown|ArrowForwardUp|ArrowUp|Building|Checks|CloudCheck|DeviceDesktop|Eye|PhotoPlus|Rotate2|ShieldCheck|Trash|Upload)\.mjs/,
  },
  // The icons of every camera.
  { name: 'camera-icons', test: /Icon(Bulb|CameraRotate|ZoomIn)\.mjs/ },
  // With the modules that lists and details share.
  {
    name: 'DiscoverShell',
    test: /src[\\/]app[\\/]DiscoverShell|src[\\/]discover[\\/]menu[\\/]index|src[\\/]ui[\\/](feedback[\\/]Skeleton|rows[\\/]RowLink)|react-query[\\/].*useInfiniteQuery/,
  },
  { name: 'lists', test: /src[\\/]discover[\\/]lists[\\/]index/ },
  { name: 'detail', test: /src[\\/]discover[\\/]detail[\\/]index/ },
];

/** `src/discover/lists/contents.module.css`, `row`: `lists-contents_row`. The server's first view has the same classes. */
const scopedName = (name: string, file: string) =>
  `${relative(join(import.meta.dirname, 'src'), file)
    .replace(/^(assist|discover|account|admin)[\\/]/, '')
    .replace(/\.module\.css.*$/, '')
    .replaceAll(/[\\/]/g, '-')}_${name}`;

/*
 * The decoders that come with three.js as classic scripts become modules, because module workers load nothing else, and create no code from
 * text, because the content policy forbids it.
 */
const DRACO = /three[\\/]examples[\\/]jsm[\\/]libs[\\/]draco[\\/]gltf[\\/]draco_wasm_wrapper\.js$/;
const BASIS = /three[\\/]examples[\\/]jsm[\\/]libs[\\/]basis[\\/]basis_transcoder\.js$/;

/** How Emscripten's bindings make functions out of text, and the same as closures: what its setting `DYNAMIC_EXECUTION=0` would make. */
const CLOSURES: readonly (readonly [text: string, closure: string])[] = [
  [
    'let[args,invokerFnBody]=createJsInvoker(argTypes,isClassMethodFunc,returns,isAsync);args.push(invokerFnBody);var invokerFn=newFunc(Function,args)(...closureArgs);',
    `
var invokerFn = function (...given) {
  var stack = needsDestructorStack ? [] : null;
  var wired = given.slice(0, argCount - 2).map((value, at) => argTypes[at + 2]['toWireType'](stack, value));
  if (isClassMethodFunc) wired.unshift(argTypes[1]['toWireType'](stack, this));
  var answer = cppInvokerFunc(cppTargetFunc, ...wired);
  if (stack) runDestructors(stack);
  else wired.forEach((value, at) => argTypes[at + (isClassMethodFunc ? 1 : 2)].destructorFunction?.(value));
  return returns ? argTypes[0]['fromWireType'](answer) : undefined;
};`,
  ],
  [
    'params.push(functionBody);var invokerFunction=newFunc(Function,params)(...args);',
    `
var invokerFunction = function (obj, func, destructorsRef, address) {
  var place = address;
  var given = types.map((type) => {
    var value = type['readValueFromPointer'](place);
    place += type['argPackAdvance'];
    return value;
  });
  var answer = kind === 1 ? reflectConstruct(func, given) : func.call(...(kind === 0 ? [obj, ...given] : given));
  return retType.isVoid ? undefined : emval_returnValue(retType, destructorsRef, answer);
};`,
  ],
];

/** @throws Error if the library has changed */
function withoutText(code: string): string {
  return CLOSURES.reduce((all, [text, closure]) => {
    if (!all.includes(text)) throw new Error('three.js has changed: look at the bindings of its Basis decoder');
    return all.replace(text, () => closure);
  }, code);
}

/** Cuts off the end that exports it to Node.js. @throws Error if the library has changed */
function withoutEnd(code: string, end: string): string {
  const at = code.lastIndexOf(end);
  if (at < 0) throw new Error(`three.js has changed: there is no «${end}»`);
  return code.slice(0, at);
}

const decoderModules = (): Plugin => ({
  name: 'decoder-modules',
  enforce: 'pre',
  transform(code, id) {
    if (DRACO.test(id))
      return {
        code: `${withoutEnd(code, '"object"===typeof exports&&"object"===typeof module')}\nexport { DracoDecoderModule };`,
        map: null,
      };
    if (!BASIS.test(id)) return null;
    const whole = withoutText(withoutEnd(code, "if (typeof exports === 'object'"));
    return { code: `${whole}\nexport { BASIS };`, map: null };
  },
});

/** Imported in Node.js only: by the HPKE library if there is no WebCrypto, which every browser that we serve has, and by decoders of models. */
const isExpected = (message: string) =>
  /Module "crypto" has been externalized.*@hpke|Module "(?:fs|path)" has been externalized.*three/.test(message);
const onLog = (level: string, log: { readonly message: string }, handle: (level: never, log: never) => void) =>
  isExpected(log.message) || handle(level as never, log as never);

export default defineConfig({
  plugins: [react(), withoutReference(), compressed()],
  server: {
    proxy: {
      ...Object.fromEntries(served.map((path) => [path, { target: server, secure: false }])),
      '/realtime': { target: server, ws: true, secure: false },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The manifest is read by the size check of the first screen.
    manifest: true,
    target: 'es2022',
    // The Content-Security-Policy forbids `data:` URLs and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The budgets are per page, not per script: `.size-limit.mjs`.
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: {
      // On a busy machine it would warn about slow plugins.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: { groups: [...CHUNKS] },
        // The first page lists all names: with seven characters of each hash instead of eight it is a quarter of a kB shorter.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
      onLog,
    },
  },
  css: { modules: { generateScopedName: scopedName } },
  // MapLibre's worker is a module.
  worker: {
    format: 'es',
    plugins: () => [decoderModules()],
    rolldownOptions: { onLog, checks: { bundlerTimings: false } },
  },
});
