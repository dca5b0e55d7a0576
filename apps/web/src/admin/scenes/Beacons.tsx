import { type Beacon, beaconRanges, SCENE_BEACONS_MAX } from '@earth/contracts';
import { IconBroadcast, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { FilledButton, LineButton, QuietButton } from '../../ui/controls/Button';
import { Field, ProblemLine } from '../../ui/controls/Field';
import { IconButton } from '../../ui/controls/IconButton';
import { Select } from '../../ui/controls/Select';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import { type BeaconProblem, emptyBeacon, isSameBeacon, readBeacon, type TypedBeacon } from './model/typed-beacon';
import type { SceneEditor } from './model/scene-editor';
import styles from './scenes.module.css';
import { texts } from './texts';
import { useSceneChange } from './use-scene-change';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
const ANYWHERE = 'anywhere';

interface NewBeaconProps {
  readonly beacons: readonly Beacon[];
  readonly isBusy: boolean;
  readonly problem: { readonly words: string } | null;
  readonly onAdd: (beacon: Beacon) => void;
  readonly onClose: () => void;
}

/** The numbers of a beacon, as its maker prints them or its app shows them. */
function NewBeacon({ beacons, isBusy, problem: refused, onAdd, onClose }: NewBeaconProps) {
  const t = useTexts(texts);
  const [typed, setTyped] = useState<TypedBeacon>(emptyBeacon);
  const [problem, setProblem] = useState<BeaconProblem | null>(null);
  const change = (part: Partial<TypedBeacon>) => {
    setTyped({ ...typed, ...part });
    setProblem(null);
  };
  function add() {
    const read = readBeacon(typed, beacons);
    if ('problem' in read) setProblem(read);
    else onAdd(read.beacon);
  }
  const problemOf = (field: BeaconProblem['field']) => (problem?.field === field ? { text: problem.problem } : null);
  const ranges = ([ANYWHERE, ...beaconRanges] as const).map((value) => ({ value, label: t(`range_${value}`) }));
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Field
        label={t('beaconUuid')}
        value={typed.uuid}
        autoComplete="off"
        spellCheck={false}
        problem={problemOf('uuid')}
        say={t}
        onChange={(uuid) => change({ uuid })}
      />
      <div className={styles.fields}>
        {(['major', 'minor'] as const).map((field) => (
          <Field
            key={field}
            label={t(field)}
            inputMode="numeric"
            autoComplete="off"
            value={typed[field]}
            problem={problemOf(field)}
            say={t}
            onChange={(value) => change({ [field]: value })}
          />
        ))}
      </div>
      <Select
        label={t('range')}
        value={typed.range ?? ANYWHERE}
        options={ranges}
        onChange={(value) => change({ range: value === ANYWHERE ? null : value })}
      />
      <ProblemLine id={useId()} problem={refused} say={t} />
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
        <FilledButton type="submit" disabled={isBusy}>
          {t('add')}
        </FilledButton>
      </DialogAnswers>
    </form>
  );
}

interface BeaconsProps {
  readonly editor: SceneEditor;
  readonly beacons: readonly Beacon[];
}

/** The beacons of a scene: visitors who stand near one are offered the scene. */
export function Beacons({ editor, beacons }: BeaconsProps) {
  const t = useTexts(texts);
  const { change, isBusy, problem, forget } = useSceneChange();
  const [isAdding, setAdding] = useState(false);
  const open = () => {
    forget();
    setAdding(true);
  };
  const without = (beacons: readonly Beacon[], beacon: Beacon) => beacons.filter((one) => !isSameBeacon(one, beacon));
  // It is there already if the answer to an earlier try was lost, or somebody else has added it meanwhile.
  const add = (beacon: Beacon) =>
    change(
      () => editor.changeBeacons((present) => [...without(present, beacon), beacon]),
      () => setAdding(false),
    );
  const remove = (beacon: Beacon) => change(() => editor.changeBeacons((present) => without(present, beacon)));
  return (
    <section aria-label={t('beacons')} className={styles.side}>
      <h2 className={styles.heading}>{t('beacons')}</h2>
      <p className={styles.line}>{t('beaconsLine')}</p>
      <ul className={styles.list}>
        {beacons.map((beacon) => {
          const name = t('beacon', { major: beacon.major, minor: beacon.minor });
          return (
            <li key={`${beacon.uuid} ${name}`} className={styles.marker}>
              <span className={styles.words}>
                <span className={styles.name}>{name}</span>
                <span className={styles.address}>{beacon.uuid}</span>
                <span className={styles.line}>{t(`range_${beacon.range ?? ANYWHERE}`)}</span>
              </span>
              <IconButton
                label={`${t('deleteBeacon')}: ${name}`}
                icon={<IconTrash {...icon} />}
                disabled={isBusy}
                onClick={() => remove(beacon)}
              />
            </li>
          );
        })}
      </ul>
      <div className={styles.acts}>
        <LineButton
          icon={<IconBroadcast {...icon} />}
          disabled={isBusy || beacons.length >= SCENE_BEACONS_MAX}
          onClick={open}
        >
          {t('addBeacon')}
        </LineButton>
      </div>
      {problem && !isAdding && (
        <p role="alert" className={styles.problem}>
          {problem.words}
        </p>
      )}
      <Dialog isOpen={isAdding} onClose={() => setAdding(false)} title={t('addBeacon')} width={480}>
        {isAdding && (
          <NewBeacon beacons={beacons} isBusy={isBusy} problem={problem} onAdd={add} onClose={() => setAdding(false)} />
        )}
      </Dialog>
    </section>
  );
}
