import { expect, test } from 'vitest';
import { codeOf, flavorManifest } from './android.mjs';
import { readOptions } from './options.mjs';

test('the platform is enough: the brand is that of the settings, and the server is chosen in the app', () => {
  expect(readOptions(['ios'], 'lastrica')).toEqual({
    platform: 'ios',
    brand: 'lastrica',
    server: null,
    isDevelopment: false,
  });
});

test('reads every option, and of a server its origin', () => {
  const given = ['android', '--dev', '--server', 'https://Help.Example.com:8443/', '--brand', 'lastrica'];
  expect(readOptions(given, 'earth')).toEqual({
    platform: 'android',
    brand: 'lastrica',
    server: 'https://help.example.com:8443',
    isDevelopment: true,
  });
});

test.each([
  [[], 'The platform is ""'],
  [['windows'], 'The platform is "windows"'],
  [['android', '--server'], '--server is ""'],
  [['android', '--server', 'http://help.example.com'], '--server is "http://help.example.com"'],
  [['android', '--server', 'https://help.example.com/app'], '--server is'],
  [['android', '--server', 'https://luca@help.example.com'], '--server is'],
  [['android', '--brand', '../x'], '--brand is "../x"'],
  [['android', '--fast'], '--fast is not known'],
])('refuses %j in one line, with the usage', (given, line) => {
  expect(() => readOptions(given, 'earth')).toThrow(line);
  expect(() => readOptions(given, 'earth')).toThrow('npm run mobile -- android|ios');
});

test('the number of a version grows with it', () => {
  const numbers = ['0.1.0', '0.1.1', '0.2.0', '1.0.0', '1.10.2'].map(codeOf);
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('the app takes over no other page of its server', () => {
  expect(flavorManifest('com.example.earth', 'https://help.example.com', false)).not.toMatch(/path(?:Prefix)?="\/"/);
});
