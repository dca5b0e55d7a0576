/** Maps the design tokens to Mantine's theme, so that its components use the same colours, sizes and corners. */
import type { Brand } from '@earth/contracts';
import { type CSSVariablesResolver, colorsTuple, createTheme, localStorageColorSchemeManager } from '@mantine/core';

/** `auto` follows the system. */
export const schemeManager = localStorageColorSchemeManager({ key: 'theme' });

/** The nonce that the server writes into each page; Mantine's `<style>` needs it under the Content-Security-Policy. */
export const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

export const createAppTheme = (brand: Brand) =>
  createTheme({
    fontFamily: 'var(--font)',
    headings: { fontFamily: 'var(--font)' },
    colors: { brand: colorsTuple(brand.colors.brandDeep) },
    primaryColor: 'brand',
    primaryShade: 9,
    defaultRadius: 12,
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    respectReducedMotion: true,
    cursorType: 'pointer',
  });

/** The brand's values under the names of `tokens.css`, and Mantine's own variables derived from the tokens. */
export const createVariables =
  ({ colors }: Brand): CSSVariablesResolver =>
  () => ({
    variables: {
      '--brand': colors.brand,
      '--brand-ink': colors.brandInk,
      '--brand-deep': colors.brandDeep,
      '--accent-light': colors.accentLight,
      '--on-accent-light': colors.onAccentLight,
      '--accent-dark': colors.accentDark,
      '--on-accent-dark': colors.onAccentDark,
      '--mantine-color-body': 'var(--page)',
      '--mantine-color-text': 'var(--ink)',
      '--mantine-color-dimmed': 'var(--ink-2)',
      '--mantine-color-error': 'var(--danger-text)',
      '--mantine-color-placeholder': 'var(--ink-3)',
      '--mantine-color-anchor': 'var(--accent-text)',
      '--mantine-color-default': 'var(--page)',
      '--mantine-color-default-hover': 'var(--hover)',
      '--mantine-color-default-color': 'var(--ink)',
      '--mantine-color-default-border': 'var(--control-line)',
      '--mantine-primary-color-filled': 'var(--accent)',
      '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
      '--mantine-primary-color-contrast': 'var(--on-accent)',
    },
    // For scheme-specific variables Mantine sets its own values after the common ones, so they are set per scheme.
    light: { '--mantine-color-body': 'var(--page)', '--mantine-color-text': 'var(--ink)' },
    dark: { '--mantine-color-body': 'var(--page)', '--mantine-color-text': 'var(--ink)' },
  });
