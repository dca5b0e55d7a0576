import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { layerElement } from '../overlay/layers';
import styles from './Toaster.module.css';
import { hideToast, toastStore } from '../../shared/toast';

/** Where toasts rise, outside of the app: a call makes that inert. Mounted once; being there before its words, it is read out. */
export function Toaster() {
  const toast = useStore(toastStore, (state) => state.toast);
  return createPortal(
    <div role="status" className={styles.place}>
      {toast && (
        <div key={toast.id} className={styles.toast}>
          {toast.words}
          {toast.action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                toast.action?.run();
                hideToast(toast.id);
              }}
            >
              {toast.action.label}
            </button>
          )}
        </div>
      )}
    </div>,
    layerElement('notices'),
  );
}
