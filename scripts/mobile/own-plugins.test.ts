import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { ROOT } from '../run.mjs';

const PLUGINS = 'apps/web/src/platform/native/plugins.ts';
const JAVA = 'apps/mobile/android/app/src/main/java/earth/shell';
const XCODE = 'apps/mobile/ios/App';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The first groups of all matches, sorted. */
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, group = '']) => group).toSorted();

/** The methods of each plugin that `plugins.ts` describes as our own, sorted. */
function declaredPlugins(): Readonly<Record<string, string[]>> {
  const text = read(PLUGINS);
  const { program, comments } = parseSync(PLUGINS, text);
  const own = program.body.flatMap((node) => {
    if (node.type !== 'TSInterfaceDeclaration') return [];
    const comment = comments.findLast(({ end }) => end <= node.start && text.slice(end, node.start).trim() === '');
    if (!comment?.value.includes('Our own plugin:')) return [];
    const names = node.body.body.flatMap((member) =>
      // Capacitor's own plugin class has `addListener`.
      member.type === 'TSMethodSignature' && member.key.type === 'Identifier' && member.key.name !== 'addListener'
        ? [member.key.name]
        : [],
    );
    // Every plugin has events, by its base class.
    const written = names.filter((one) => one !== 'addListener');
    return [[node.id.name, written.toSorted()] as const];
  });
  return Object.fromEntries(own);
}

const declared = declaredPlugins();
const names = Object.keys(declared).toSorted();

/** The classes of one platform that are registered, by the names of their plugins. */
function registered(classes: readonly string[], folder: string, name: RegExp): Readonly<Record<string, string>> {
  const sources = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const textOf = (one: string) => read(join(folder, sources.find((path) => parse(path).name === one) ?? one));
  return Object.fromEntries(classes.map((one) => [found(textOf(one), name)[0] ?? one, textOf(one)]));
}

const onAndroid = registered(
  found(read(`${JAVA}/MainActivity.java`), /registerPlugin\((\w+)\.class\)/g),
  JAVA,
  /@CapacitorPlugin\(\s*name = "(\w+)"/g,
);
const onIos = registered(
  found(read(`${XCODE}/App/ShellViewController.swift`), /registerPluginInstance\((\w+)\(\)\)/g),
  `${XCODE}/App`,
  /let jsName = "(\w+)"/g,
);

test('our own plugins are registered on Android and on iOS, and no others', () => {
  expect(names.length).toBeGreaterThanOrEqual(5);
  expect({ android: Object.keys(onAndroid).toSorted(), ios: Object.keys(onIos).toSorted() }).toEqual({
    android: names,
    ios: names,
  });
});

test.each(names)('A1.13: the plugin %s has the same methods for the page, on Android and on iOS', (name) => {
  const methods = declared[name];
  const java = onAndroid[name] ?? '';
  const swift = onIos[name] ?? '';
  expect(methods?.length).toBeGreaterThan(0);
  expect({
    android: found(java, /@PluginMethod\s+public void (\w+)\(PluginCall call\)/g),
    iosListed: found(swift, /CAPPluginMethod\(name: "(\w+)", returnType: CAPPluginReturnPromise\)/g),
    iosWritten: found(swift, /@objc func (\w+)\(_ call: CAPPluginCall\)/g),
  }).toEqual({ android: methods, iosListed: methods, iosWritten: methods });
});

test('the Xcode project compiles every Swift source of the app, and its first screen is ours', () => {
  const sources = readdirSync(join(ROOT, XCODE, 'App'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.swift'))
    .map((path) => path.replace(/^.*[/\\]/, ''))
    .toSorted();
  const project = read(`${XCODE}/App.xcodeproj/project.pbxproj`);
  const [phase = ''] = /isa = PBXSourcesBuildPhase;[\s\S]*?\);/.exec(project) ?? [];
  // A source is in the phase by the id of a build file, which names the id of a file reference.
  const compiled = found(phase, /^\s*(\w{24}) /gm).map((id): string => {
    const [reference = ''] = found(project, new RegExp(`${id} .*isa = PBXBuildFile; fileRef = (\\w{24})`, 'g'));
    return found(project, new RegExp(`${reference} .*isa = PBXFileReference;.* path = ([\\w.]+);`, 'g'))[0] ?? id;
  });
  expect(compiled.toSorted()).toEqual(sources);
  const [screen] = found(read(`${XCODE}/App/Base.lproj/Main.storyboard`), /customClass="(\w+)" customModule="App"/g);
  expect(read(`${XCODE}/App/${screen}.swift`)).toContain(`class ${screen}: CAPBridgeViewController`);
});

/** The enums of a Java or Swift class, with their cases in lower case. */
const enumsOf = (text: string) =>
  [...text.matchAll(/enum (\w+) \{\s*(?:case )?([\w,\s]+?),?\s*\}/g)].map(([, name, cases = '']) =>
    [name, ...cases.toLowerCase().split(/,\s*/)].join(' '),
  );

test('the calls of Android and of iOS have the same states, events and times', () => {
  const java = read(`${JAVA}/calls/CallTable.java`);
  const swift = read(`${XCODE}/App/Calls/CallTable.swift`);
  const inJava = {
    states: enumsOf(java),
    events: found(java, /^ {4}(?:\w+(?:<\w+>)?|List<String>) (\w+)\(/gm).filter(
      (name) => !/^(?:nameOf|nextEnd|current|stateOf|isHandled)$/.test(name),
    ),
    seconds: found(java, /(\d+)_000;/g),
  };
  const inSwift = {
    states: enumsOf(swift),
    events: found(swift, /^ {4}mutating func (\w+)\(/gm),
    seconds: found(swift, /static let \w+: TimeInterval = (\d+)/g),
  };
  expect(inJava.states).toContain('State ringing answered active ended');
  expect(inJava.events.length).toBeGreaterThan(8);
  expect(inSwift).toEqual(inJava);
});
