import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@fontsource-variable/inter/wght.css';
import './tokens.css';
import './base.css';
import './overlay/layers.css';
import type { Brand } from '@earth/contracts';
import { MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { createAppTheme, createVariables, schemeManager, styleNonce } from './theme';

/** Theme of the app, in the colours of the brand. */
export function ThemeProvider({ brand, children }: { readonly brand: Brand; readonly children: ReactNode }) {
  const theme = useMemo(() => createAppTheme(brand), [brand]);
  const variables = useMemo(() => createVariables(brand), [brand]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
