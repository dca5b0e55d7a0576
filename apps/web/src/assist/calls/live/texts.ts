import { addTexts } from '../../../shared/i18n';

const en = {
  point: 'Point',
  pointLong: 'Point at the picture',
  stopPointing: 'Stop pointing',
  pointsHere: '{{name}} points here',
  freeze: 'Freeze',
  freezeLong: 'Freeze the picture for everybody',

  // somebody else's camera
  cameraOf: '{{name}}’s camera',
  askCamera: 'Ask {{name}} for the camera',
  cameraAsked: 'Waiting for {{name}}’s answer…',
  cameraRefused: '{{name}} switches the camera alone.',
  light: 'Light',
  zoom: 'Zoom',
  toFront: 'Front camera',
  toBack: 'Back camera',

  // one's own
  lightOn: 'Turn the light on',
  lightOff: 'Turn the light off',
  cameraQuestion: 'May {{name}} switch your camera?',
  cameraQuestionLine:
    '{{name}} can then turn on the light, zoom, and change between the front and the back camera, until the call ends. You can take it back at any time.',
  yes: 'Allow',
  no: 'Don’t allow',
  cameraHeld: '{{name}} can switch your camera',
  takeBack: 'Take back',
  takeBackFrom: 'Take your camera back from {{name}}',

  // screens
  screen: 'Screen',
  shareScreen: 'Share the screen',
  stopScreen: 'Stop sharing the screen',
  stop: 'Stop',
  allSeeScreen: 'Everybody in the call sees your screen',
  showsScreen: '{{name}} shows the screen',
};

const it: typeof en = {
  point: 'Indica',
  pointLong: 'Indica un punto dell’immagine',
  stopPointing: 'Smetti di indicare',
  pointsHere: '{{name}} indica qui',
  freeze: 'Ferma',
  freezeLong: 'Ferma l’immagine per tutti',

  cameraOf: 'Fotocamera di {{name}}',
  askCamera: 'Chiedi la fotocamera a {{name}}',
  cameraAsked: 'In attesa della risposta di {{name}}…',
  cameraRefused: '{{name}} comanda da sé la fotocamera.',
  light: 'Luce',
  zoom: 'Zoom',
  toFront: 'Fotocamera anteriore',
  toBack: 'Fotocamera posteriore',

  lightOn: 'Accendi la luce',
  lightOff: 'Spegni la luce',
  cameraQuestion: '{{name}} può comandare la tua fotocamera?',
  cameraQuestionLine:
    '{{name}} potrà accendere la luce, ingrandire e passare dalla fotocamera anteriore alla posteriore, fino alla fine della chiamata. Puoi riprenderla in ogni momento.',
  yes: 'Consenti',
  no: 'Non consentire',
  cameraHeld: '{{name}} può comandare la tua fotocamera',
  takeBack: 'Riprendi',
  takeBackFrom: 'Riprendi la fotocamera da {{name}}',

  screen: 'Schermo',
  shareScreen: 'Condividi lo schermo',
  stopScreen: 'Interrompi la condivisione dello schermo',
  stop: 'Interrompi',
  allSeeScreen: 'Tutti nella chiamata vedono il tuo schermo',
  showsScreen: '{{name}} mostra lo schermo',
};

export const texts = addTexts({ en, it });
