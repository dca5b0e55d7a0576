package com.getcapacitor;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;

public class BridgeActivity extends Activity {

    public native void registerPlugin(Class<? extends Plugin> plugin);

    @Override
    protected native void onCreate(Bundle savedInstanceState);

    @Override
    protected native void onNewIntent(Intent intent);

    @Override
    public native void onResume();

    @Override
    public native void onStop();

    @Override
    public native void onDestroy();
}
