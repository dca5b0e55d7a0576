package com.getcapacitor;

public class Bridge {

    public native void executeOnMainThread(Runnable work);
}
