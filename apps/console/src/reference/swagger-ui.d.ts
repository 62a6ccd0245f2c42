declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** What a plugin wraps: the component of Swagger UI, and React as Swagger UI contains it. */
  export interface System {
    readonly React: {
      readonly createElement: (component: unknown, properties: object, ...children: readonly unknown[]) => unknown;
    };
    readonly getComponent: (name: string, isConnected: true) => unknown;
    readonly layoutActions: {
      readonly show: (place: readonly string[], shown: boolean) => void;
      readonly updateFilter: (text: string) => void;
    };
    readonly layoutSelectors: { readonly currentFilter: () => unknown };
  }

  export interface SwaggerRequest {
    readonly url: string;
    readonly method: string;
    readonly headers?: Record<string, string>;
  }

  interface Configuration {
    readonly domNode: HTMLElement;
    readonly spec: object;
    readonly validatorUrl: null;
    readonly deepLinking: boolean;
    readonly tryItOutEnabled: boolean;
    readonly docExpansion: 'list' | 'none';
    readonly defaultModelsExpandDepth: number;
    readonly persistAuthorization: false;
    readonly showMutatedRequest: false;
    readonly syntaxHighlight: { readonly activated: false };
    readonly requestInterceptor: (request: SwaggerRequest) => Promise<SwaggerRequest>;
    readonly responseInterceptor: (response: { readonly status: number }) => object;
    readonly onComplete: () => void;
    readonly plugins: readonly object[];
  }

  export default function SwaggerUI(configuration: Configuration): System;
}
